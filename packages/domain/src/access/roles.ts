/** Roles of specification §6 in the order of the hierarchy; middleman is ours (domain §2). */
export const roleNames = [
  'admin',
  'manager',
  'staffSub',
  'agent',
  'subAgent',
  'customer',
  'customerSub',
  'middleman',
] as const;

export type RoleName = (typeof roleNames)[number];

/** Accounts that act for an owner and never exceed his permissions. */
export const subAccountRoles = ['staffSub', 'customerSub'] as const satisfies readonly RoleName[];

export function isRoleName(value: unknown): value is RoleName {
  return (roleNames as readonly unknown[]).includes(value);
}
