import { areas as en } from './en/areas.ts';
import type { Locale } from './locale.ts';
import { areas as cn } from './zh-CN/areas.ts';
import { areas as tw } from './zh-TW/areas.ts';

export type Area = keyof typeof tw;

type WordsIn<A extends Area> =
  Awaited<ReturnType<(typeof tw)[A]>> extends { readonly [Name in A]: infer Shape } ? Shape : never;

/** The words by area. The Traditional Chinese pack defines the shape; the others fail to compile against it. */
export type Words = { readonly [A in Area]: WordsIn<A> };

type Loaders = { readonly [A in Area]: () => Promise<{ readonly [Name in A]: Words[A] }> };

const loaders: Readonly<Record<Locale, Loaders>> = { 'zh-TW': tw, 'zh-CN': cn, en };

/** Loads the words of one area in one language: a browser loads those of the page that it shows and no others. */
export async function loadWords<A extends Area>(locale: Locale, area: A): Promise<Words[A]> {
  return (await loaders[locale][area]())[area];
}
