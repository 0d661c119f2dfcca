import { screensOf, type ScreenGroup } from './screen.ts';

export const collectionChannels: ScreenGroup = {
  key: 'collectionMethod',
  icon: 'route',
  screens: screensOf([
    'collectionMethod.customers',
    'collectionMethod.agents',
    'collectionMethod.c_m',
    'collectionMethod.customer_c_m',
    'collectionMethod.customer_c_m_change',
  ]),
};

export const payoutChannels: ScreenGroup = {
  key: 'paymentMethod',
  icon: 'route-2',
  screens: screensOf(['paymentMethod.customers', 'paymentMethod.agents', 'paymentMethod.customer_p_m']),
};
