import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import { display2, display4, displayCount } from '@suanpan/money/display';
import type { ReactNode } from 'react';
import { businessNow } from '../../lib/clock.ts';
import type { Whose } from '../../lib/own-user.ts';
import { platformZone, showInstant, showShort } from '../../lib/platform-time.ts';
import { Copy } from '../copy.tsx';
import { Age, Instant } from '../instant.tsx';
import { Money } from '../money.tsx';
import { StatusTag, type Tone } from '../status-tag.tsx';
import type { GridColumn } from './grid-column.ts';

/** The fields of a row that hold such a value. */
type KeyOf<Row, Value> = {
  [Key in keyof Row & string]: Row[Key] extends Value ? Key : never;
}[keyof Row & string];

/** A field of a row, or a part of one: `data`, `data.title`. */
export type PartOf<Row> = (keyof Row & string) | `${keyof Row & string}.${string}`;

/** By what the endpoint of a list can sort, without the sign of the direction. */
export type SortOf<E extends Endpoint> =
  InputOf<E> extends { sort?: infer Sort }
    ? Exclude<Sort, undefined> extends infer One
      ? One extends `-${infer Bare}`
        ? Bare
        : One
      : never
    : never;

type Look<Row, Sort extends string> = Partial<
  Pick<GridColumn<Row>, 'width' | 'card' | 'isHidden' | 'least' | 'shortTitle' | 'whose'>
> & {
  readonly sort?: Sort;
};

/** The icon of a tag and its frame; its words are set a little smaller than what they are measured by. */
export const tagFrame = 28;

interface Tag {
  readonly tone: Tone;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What sets the row apart beside its state, as an icon. */
  readonly mark?: ReactNode;
}
/** The icon of a mark, and what parts it from the tag. */
const markWidth = 24;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const counted = (value: unknown): string => (typeof value === 'number' ? displayCount(value) : '–');

/** The columns of a list whose rows are `Row` and which sorts by `Sort`: `columns<CollectionRow, SortOf<…>>()`. */
export function columns<Row, Sort extends string = never>() {
  type Options = Look<Row, Sort>;
  return {
    /** A number that is copied by a click. */
    copy: (key: KeyOf<Row, string>, title: string, look: Options = {}): GridColumn<Row> => ({
      key,
      title,
      width: 136,
      least: 104,
      ...look,
      words: (row) => text(row[key]),
      cell: (row) => <Copy text={text(row[key])} />,
    }),
    /** An amount; `unit` names its currency where several stand in one list. */
    money: (
      key: KeyOf<Row, string | null>,
      title: string,
      look: Options & {
        readonly isExact?: boolean;
        readonly unit?: ((row: Row) => string) | undefined;
      } = {},
    ): GridColumn<Row> => {
      const { isExact = false, unit, ...rest } = look;
      return {
        key,
        title,
        width: 104,
        isFigure: true,
        ...rest,
        holds: (row) => {
          const value = row[key] as string | null;
          if (value === null) return '–';
          return `${unit ? `${unit(row)} ` : ''}${isExact ? display4(value) : display2(value)}`;
        },
        cell: (row) => (
          <Money
            value={row[key] as string | null}
            isExact={isExact}
            {...(unit && row[key] !== null ? { currency: unit(row) } : {})}
          />
        ),
      };
    },
    /** A figure that is no money: a rate, a count. */
    figure: (key: KeyOf<Row, string | null>, title: string, look: Options = {}): GridColumn<Row> => ({
      key,
      title,
      width: 88,
      isFigure: true,
      ...look,
      holds: (row) => text(row[key]),
      cell: (row) => <span className="num">{text(row[key]) || '–'}</span>,
    }),
    /** How many. */
    count: (key: KeyOf<Row, number | null>, title: string, look: Options = {}): GridColumn<Row> => ({
      key,
      title,
      width: 88,
      isFigure: true,
      ...look,
      holds: (row) => counted(row[key]),
      cell: (row) => <span className="num">{counted(row[key])}</span>,
      // A bare number says nothing where no header stands above it.
      cardCell: (row) => (
        <>
          {title} <span className="num">{counted(row[key])}</span>
        </>
      ),
    }),
    /** A state: the one tag of its row. */
    tag: (
      key: PartOf<Row>,
      title: string,
      tagOf: (row: Row) => Tag,
      look: Options = {},
    ): GridColumn<Row> => ({
      key,
      title,
      width: 104,
      ...look,
      holds: (row) => tagOf(row).label,
      besideText: (rows) =>
        rows.some((row) => tagOf(row).mark !== undefined) ? tagFrame + markWidth : tagFrame,
      cell: (row) => {
        const { tone, label, hint, mark } = tagOf(row);
        return (
          <>
            <StatusTag tone={tone} label={label} {...(hint !== undefined && { hint })} />
            {mark && <> {mark}</>}
          </>
        );
      },
    }),
    /** An instant, as short as the day allows; the zone stands in the header. */
    time: (key: KeyOf<Row, string | null>, title: string, look: Options = {}): GridColumn<Row> => ({
      key,
      title: `${title} (${platformZone})`,
      shortTitle: title,
      width: 116,
      ...look,
      holds: (row, isWhole) =>
        isWhole ? showInstant(text(row[key])) : showShort(text(row[key]), businessNow()),
      cell: (row) => <Instant at={row[key] as string | null} />,
      // A card has no room for the whole of it, and no hover.
      cardCell: (row) => {
        const at = row[key] as string | null;
        return at === null ? '–' : <Age at={at} />;
      },
    }),
    /** Words that may be cut when there is no room; the whole stands in the tooltip. */
    text: (key: KeyOf<Row, string | null>, title: string, look: Options = {}): GridColumn<Row> => ({
      key,
      title,
      width: 112,
      ...look,
      words: (row) => text(row[key]),
      cell: (row) => <span title={text(row[key])}>{text(row[key]) || '–'}</span>,
    }),
    /** What is said of a row in words of ours, as `text`. */
    said: (
      key: PartOf<Row>,
      title: string,
      say: (row: Row) => string,
      look: Options = {},
    ): GridColumn<Row> => ({
      key,
      title,
      width: 112,
      ...look,
      words: say,
      cell: (row) => <span title={say(row)}>{say(row)}</span>,
    }),
    /** One of a few names, a kind or a role: never cut. */
    kind: (key: KeyOf<Row, string>, title: string, look: Options = {}): GridColumn<Row> => ({
      key,
      title,
      width: 96,
      ...look,
      holds: (row) => text(row[key]),
      cell: (row) => text(row[key]),
    }),
    /** A person or a thing by its name; its id in the tooltip. */
    name: (
      key: KeyOf<Row, string | null>,
      title: string,
      idKey: KeyOf<Row, string | null>,
      look: Options = {},
    ): GridColumn<Row> => ({
      key,
      title,
      width: 112,
      ...look,
      words: (row) => text(row[key]),
      cell: (row) => <span title={`${text(row[key])} · ${text(row[idKey])}`}>{text(row[key]) || '–'}</span>,
    }),
    /** Whose the row is, by name and id: a column of those who see rows of several. */
    whose: (
      whose: Whose,
      key: PartOf<Row>,
      title: string,
      who: (row: Row) => { readonly name: string; readonly id: string } | null,
      look: Options = {},
    ): GridColumn<Row> => {
      const say = (row: Row): string => {
        const one = who(row);
        return one === null ? '–' : `${one.name} · ${one.id}`;
      };
      return {
        key,
        title,
        width: 144,
        whose,
        ...look,
        words: say,
        cell: (row) => <span title={say(row)}>{say(row)}</span>,
      };
    },
    /** Anything else. */
    own: (
      key: PartOf<Row>,
      title: string,
      look: Options &
        Pick<GridColumn<Row>, 'cell'> &
        Partial<Pick<GridColumn<Row>, 'holds' | 'words' | 'besideText' | 'isFigure' | 'cardCell'>>,
    ): GridColumn<Row> => ({ key, title, width: 112, ...look }),
  };
}
