import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { saveAuthority } from '@suanpan/contract/endpoints/access';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Locale } from '../../../platform/http/locale.ts';
import type { Grant } from '../../access/index.ts';

/** The preset of his kind, a role, or a list of his own: whichever is chosen takes the place of the other two. */
export function wantedGrant(input: ParsedInputOf<typeof saveAuthority>, locale: Locale): Grant {
  const { id: userId, source, role_id: roleId, permissions, version } = input;
  const missing = (field: string): never => {
    throw new Refusal('invalidFields', {
      fields: { [field]: [translate(locale, 'common.validation.required')] },
    });
  };
  switch (source) {
    case 'preset':
      return { userId, roleId: null, permissions: null, version };
    case 'role':
      return { userId, roleId: roleId ?? missing('role_id'), permissions: null, version };
    case 'own':
      return {
        userId,
        roleId: null,
        permissions: [...new Set(permissions ?? missing('permissions'))],
        version,
      };
  }
}
