import type { FastifyRequest } from 'fastify';
import { chooseLanguage } from './language.ts';
import type { Language } from './language.ts';

/** The language that the address asks for, else the browser. */
export function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: string | string[] };
  return chooseLanguage(Array.isArray(lang) ? lang[0] : lang, request.headers['accept-language']);
}
