import { Visitor, type Expression, type ObjectExpression, type StaticMemberExpression } from 'oxc-parser';
import { isTest } from './place.ts';
import type { Source } from './source.ts';
import type { Tree } from './tree.ts';

/** One word of the source language, by its path: `orders.columns.fee`. */
export interface Word {
  readonly key: string;
  readonly path: string;
  readonly line: number;
}

interface Reader {
  /** Keys with parts that only the run knows: `columns.${name}`. */
  readonly forms: readonly RegExp[];
  /** Every plain text of the file: it may name an area, or be looked up elsewhere. */
  readonly texts: ReadonlySet<string>;
  /** What follows upon `words`: `words.bank.last5` is `bank.last5`. */
  readonly ways: ReadonlySet<string>;
}

const pack = /^packages\/messages\/src\/zh-TW\/(?!areas\.ts)/;
const messages = /^packages\/messages\/src\/(?:zh-TW|zh-CN|en)\//;
/** A file that only hands words on, as tests do, reads none of them; the list of what is awaited neither. */
const isNoReader = ({ path }: Source): boolean =>
  messages.test(path) || isTest(path) || path.startsWith('tools/') || path.startsWith('e2e/');

/** What stands before `satisfies` or `as`. */
function plain(node: Expression | null | undefined): Expression | null | undefined {
  return node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression' ? node.expression : node;
}

type Leaf = readonly [key: string, start: number];

/** The words of one object of a pack; what it takes from another object of the packs comes with it. */
function leavesOf(
  node: ObjectExpression,
  prefix: string,
  objects: ReadonlyMap<string, ObjectExpression>,
): Leaf[] {
  return node.properties.flatMap((property): Leaf[] => {
    if (property.type !== 'Property') return [];
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    const value = plain(
      property.value.type === 'Identifier' ? objects.get(property.value.name) : property.value,
    );
    if (value?.type === 'ObjectExpression') return leavesOf(value, `${prefix}${name}.`, objects);
    return [[`${prefix}${name}`, property.start]];
  });
}

/** The objects that a file exports. */
function objectsIn({ program }: Source): Map<string, ObjectExpression> {
  const objects = new Map<string, ObjectExpression>();
  for (const statement of program?.body ?? []) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations) {
      const object = plain(init);
      if (id.type === 'Identifier' && object?.type === 'ObjectExpression') objects.set(id.name, object);
    }
  }
  return objects;
}

/** Every word of the language that sets the shape. */
export function wordsOf(tree: Tree): Word[] {
  const packs = tree.sources.filter(({ path }) => pack.test(path));
  const areas = new Set(
    tree.sources
      .find(({ path }) => path === 'packages/messages/src/zh-TW/areas.ts')
      ?.text.match(/^ {2}(\w+)(?=: \(\))/gm)
      ?.map((name) => name.trim()),
  );
  const shared = new Map(packs.flatMap((source) => [...objectsIn(source)]));
  return packs.flatMap((source) =>
    [...objectsIn(source)]
      .filter(([area]) => areas.has(area))
      .flatMap(([area, object]) =>
        leavesOf(object, `${area}.`, shared).map(([key, start]) => ({
          key,
          path: source.path,
          line: source.lineAt(start),
        })),
      ),
  );
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const isStatic = (node: Expression): node is StaticMemberExpression =>
  node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier';

/** The names from `words` on. */
function wayFromWords(node: StaticMemberExpression): string | undefined {
  const names = [node.property.name];
  let object = node.object;
  while (isStatic(object)) {
    if (object.property.name === 'words') return names.join('.');
    names.unshift(object.property.name);
    object = object.object;
  }
  return object.type === 'Identifier' && object.name === 'words' ? names.join('.') : undefined;
}

function readerOf({ program }: Source): Reader {
  const forms: RegExp[] = [];
  const texts = new Set<string>();
  const ways = new Set<string>();
  if (program) {
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string' && /^[\w./-]+$/.test(value)) texts.add(value);
      },
      TemplateLiteral: ({ quasis }) => {
        const parts = quasis.map(({ value }) => value.raw);
        if (parts.length < 2 || !parts.every((part) => /^[\w./-]*$/.test(part)) || !/\w/.test(parts.join('')))
          return;
        forms.push(new RegExp(`^${parts.map(literal).join(String.raw`([\w./-]+)`)}$`));
      },
      MemberExpression: (node) => {
        const way = isStatic(node) ? wayFromWords(node) : undefined;
        if (way !== undefined) ways.add(way);
      },
    }).visit(program);
  }
  return { forms, texts, ways };
}

/**
 * The words that nobody asks for. A reader writes a word's path with its area, or without it in a file that names the
 * area; what is reached from `words` is of an area that the file or one that it imports names. A part of the path that
 * the run alone knows is a number, or a name that the product says somewhere; a section that is named whole, with its
 * area, is read by such names too.
 */
export function unreadWords(tree: Tree, said: ReadonlyMap<Source, ReadonlySet<string>>): Word[] {
  const product = tree.sources.filter((source) => !isNoReader(source));
  const names = new Set(product.flatMap((source) => [...(said.get(source) ?? [])]));
  const readers = new Map(product.map((source) => [source.path, readerOf(source)]));
  const isSaid = (part: string): boolean =>
    /^\d+$/.test(part) || names.has(part) || part.split(/[./_-]/).every((name) => names.has(name));
  const isAsked = ({ texts, forms }: Reader, key: string): boolean =>
    texts.has(key) || forms.some((form) => form.exec(key)?.slice(1).every(isSaid) ?? false);
  const ways = product.map((source) => {
    const near = source.imports.flatMap(({ specifier }) => tree.resolve(source, specifier) ?? []);
    const areas = [source.path, ...near].flatMap((path) => [...(readers.get(path)?.texts ?? [])]);
    return { ways: readers.get(source.path)?.ways ?? new Set<string>(), areas: new Set(areas) };
  });
  const isSectionNamed = (key: string): boolean => {
    const parts = key.split('.');
    return parts.some((_, index) => {
      if (index < 2) return false;
      const section = parts.slice(0, index).join('.');
      return (
        isSaid(parts.slice(index).join('.')) && [...readers.values()].some(({ texts }) => texts.has(section))
      );
    });
  };
  return wordsOf(tree).filter(({ key }) => {
    const area = key.slice(0, key.indexOf('.'));
    const inside = key.slice(area.length + 1);
    return !(
      isSectionNamed(key) ||
      [...readers.values()].some(
        (reader) => isAsked(reader, key) || (reader.texts.has(area) && isAsked(reader, inside)),
      ) ||
      ways.some((way) => way.ways.has(inside) && way.areas.has(area))
    );
  });
}
