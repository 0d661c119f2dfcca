import type { Locale } from '@suanpan/messages/locale';

/**
 * The socket room in which one user hears his notifications in one language: they are rendered before they are
 * sent, and each of his browsers may show another language.
 */
export const notificationRoom = (userId: bigint, locale: Locale): string => `notifications:${userId}:${locale}`;
