import { NotificationList } from '../../parts/notification-list.tsx';

export function UnreadNotifications() {
  return <NotificationList kind="unread" />;
}
