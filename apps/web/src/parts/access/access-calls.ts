import {
  authorityUser,
  authorityUsers,
  saveAuthority,
  saveSubAuthority,
  subAuthorityUser,
  subAuthorityUsers,
} from '@suanpan/contract/endpoints/access';

/** Whose rights are meant: everybody's, or those of one's own sub-accounts. */
export const accessCalls = {
  everybody: {
    list: authorityUsers,
    read: authorityUser,
    save: saveAuthority,
    permission: 'authority.update',
  },
  subs: {
    list: subAuthorityUsers,
    read: subAuthorityUser,
    save: saveSubAuthority,
    permission: 'subAuthority.update',
  },
} as const;
export type AccessReach = keyof typeof accessCalls;
