import { NotificationList } from '../../parts/notification-list.tsx';

export function ReadedNotifications() {
  return <NotificationList kind="read" />;
}
