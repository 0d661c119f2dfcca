import { preferenceCookieMaxAgeS } from '@suanpan/domain/limits';

export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1));
  }
  return null;
}

/** Writes a cookie for the whole site; `expires` defaults to ten years from now. */
export function writeCookie(name: string, value: string, expires?: Date): void {
  const life = expires ? `expires=${expires.toUTCString()}` : `max-age=${preferenceCookieMaxAgeS}`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict; ${life}${secure}`;
}

export function deleteCookie(name: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=; Path=/; SameSite=Strict; max-age=0${secure}`;
}
