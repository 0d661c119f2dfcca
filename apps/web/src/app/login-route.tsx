import { useQuery } from '@tanstack/react-query';
import { LoginPage } from '../public/login/login-page.tsx';
import { loginNotice, signIn } from './session-flow.ts';
import { brandingQuery } from './branding.ts';

export function LoginRoute() {
  const { data } = useQuery(brandingQuery);
  return (
    <LoginPage
      brand={{ appName: data?.app_name ?? 'Suanpan', logo: data?.logo ?? '' }}
      notice={loginNotice()}
      onSuccess={signIn}
    />
  );
}
