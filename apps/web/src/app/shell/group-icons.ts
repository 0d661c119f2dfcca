import {
  IconCircleArrowDown,
  IconCircleArrowUp,
  IconBell,
  IconBook2,
  IconBuildingBank,
  IconChartDots,
  IconCircle,
  IconRoute,
  IconRoute2,
  IconServerCog,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

type Icon = ComponentType<{ size?: number; stroke?: number }>;

/** The icons that the server's menu names. */
const icons: Readonly<Record<string, Icon>> = {
  'chart-dots': IconChartDots,
  'arrow-down-circle': IconCircleArrowDown,
  'arrow-up-circle': IconCircleArrowUp,
  'building-bank': IconBuildingBank,
  'book-2': IconBook2,
  users: IconUsers,
  route: IconRoute,
  'route-2': IconRoute2,
  settings: IconSettings,
  'server-cog': IconServerCog,
  bell: IconBell,
};

export function groupIcon(name: string): Icon {
  return icons[name] ?? IconCircle;
}
