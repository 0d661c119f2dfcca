import { NotificationList } from '../../parts/notification-list.tsx';

export function AllNotifications() {
  return <NotificationList kind="all" />;
}
