import { useQuery } from '@tanstack/react-query';
import { LoginPage } from '../public/login/login-page.tsx';
import { loginNotice, signIn } from './session-flow.ts';
import { maintenanceQuery } from '../parts/maintenance.ts';
import { brandingQuery } from './branding.ts';

export function LoginRoute() {
  const { data } = useQuery(brandingQuery);
  const { data: maintenance } = useQuery(maintenanceQuery);
  return (
    <LoginPage
      brand={{ appName: data?.app_name ?? 'Suanpan', logo: data?.logo ?? '' }}
      notice={maintenance?.text ?? loginNotice()}
      onSuccess={signIn}
    />
  );
}
