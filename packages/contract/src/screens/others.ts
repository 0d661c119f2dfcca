import { screensOf, type ScreenGroup } from './screen.ts';

export const others: ScreenGroup = {
  key: 'others',
  icon: 'bell',
  screens: [
    ...screensOf([
      'callbacks',
      'notifications.all',
      'notifications.unread',
      'notifications.readed',
      'apiFile',
    ]),
    // The shell adds the download list below the server's menu.
    ...screensOf(['downloadPage']).map((screen) => ({ ...screen, hidden: true as const })),
  ],
};
