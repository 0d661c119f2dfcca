import type { Locale } from './locale.ts';
import type { common } from './zh-TW/common.ts';
import type { errors } from './zh-TW/errors.ts';
import type { screens } from './zh-TW/screens.ts';
import type { statuses } from './zh-TW/statuses.ts';
import type { permissions } from './zh-TW/permissions.ts';
import type { login } from './zh-TW/login.ts';
import type { shell } from './zh-TW/shell.ts';
import type { orders } from './zh-TW/orders.ts';
import type { ledger } from './zh-TW/ledger.ts';
import type { notifications } from './zh-TW/notifications.ts';
import type { dashboard } from './zh-TW/dashboard.ts';
import type { personal } from './zh-TW/personal.ts';
import type { checkout } from './zh-TW/checkout.ts';
import type { merchantApi } from './zh-TW/merchant-api.ts';
import type { users } from './zh-TW/users.ts';
import type { roles } from './zh-TW/roles.ts';
import type { approvals } from './zh-TW/approvals.ts';
import type { audit } from './zh-TW/audit.ts';
import type { protection } from './zh-TW/protection.ts';
import type { broadcasts } from './zh-TW/broadcasts.ts';
import type { oem } from './zh-TW/oem.ts';
import type { exports } from './zh-TW/exports.ts';
import type { fields } from './zh-TW/fields.ts';

/** The words by area. The Traditional Chinese pack defines the shape; the others fail to compile against it. */
export interface Words {
  readonly common: typeof common;
  readonly errors: typeof errors;
  readonly screens: typeof screens;
  readonly statuses: typeof statuses;
  readonly permissions: typeof permissions;
  readonly login: typeof login;
  readonly shell: typeof shell;
  readonly orders: typeof orders;
  readonly ledger: typeof ledger;
  readonly notifications: typeof notifications;
  readonly dashboard: typeof dashboard;
  readonly personal: typeof personal;
  readonly checkout: typeof checkout;
  readonly merchantApi: typeof merchantApi;
  readonly users: typeof users;
  readonly roles: typeof roles;
  readonly approvals: typeof approvals;
  readonly audit: typeof audit;
  readonly oem: typeof oem;
  readonly broadcasts: typeof broadcasts;
  readonly protection: typeof protection;
  readonly exports: typeof exports;
  readonly fields: typeof fields;
}

export type Area = keyof Words;

type Loaders = { readonly [A in Area]: () => Promise<Words[A]> };

/** One chunk an area and language, so that a browser loads the words of the page it shows and no others. */
const loaders: Readonly<Record<Locale, Loaders>> = {
  'zh-TW': {
    common: async () => (await import('./zh-TW/common.ts')).common,
    errors: async () => (await import('./zh-TW/errors.ts')).errors,
    screens: async () => (await import('./zh-TW/screens.ts')).screens,
    statuses: async () => (await import('./zh-TW/statuses.ts')).statuses,
    permissions: async () => (await import('./zh-TW/permissions.ts')).permissions,
    login: async () => (await import('./zh-TW/login.ts')).login,
    shell: async () => (await import('./zh-TW/shell.ts')).shell,
    orders: async () => (await import('./zh-TW/orders.ts')).orders,
    ledger: async () => (await import('./zh-TW/ledger.ts')).ledger,
    notifications: async () => (await import('./zh-TW/notifications.ts')).notifications,
    dashboard: async () => (await import('./zh-TW/dashboard.ts')).dashboard,
    personal: async () => (await import('./zh-TW/personal.ts')).personal,
    checkout: async () => (await import('./zh-TW/checkout.ts')).checkout,
    merchantApi: async () => (await import('./zh-TW/merchant-api.ts')).merchantApi,
    users: async () => (await import('./zh-TW/users.ts')).users,
    roles: async () => (await import('./zh-TW/roles.ts')).roles,
    approvals: async () => (await import('./zh-TW/approvals.ts')).approvals,
    audit: async () => (await import('./zh-TW/audit.ts')).audit,
    oem: async () => (await import('./zh-TW/oem.ts')).oem,
    broadcasts: async () => (await import('./zh-TW/broadcasts.ts')).broadcasts,
    protection: async () => (await import('./zh-TW/protection.ts')).protection,
    exports: async () => (await import('./zh-TW/exports.ts')).exports,
    fields: async () => (await import('./zh-TW/fields.ts')).fields,
  },
  'zh-CN': {
    common: async () => (await import('./zh-CN/common.ts')).common,
    errors: async () => (await import('./zh-CN/errors.ts')).errors,
    screens: async () => (await import('./zh-CN/screens.ts')).screens,
    statuses: async () => (await import('./zh-CN/statuses.ts')).statuses,
    permissions: async () => (await import('./zh-CN/permissions.ts')).permissions,
    login: async () => (await import('./zh-CN/login.ts')).login,
    shell: async () => (await import('./zh-CN/shell.ts')).shell,
    orders: async () => (await import('./zh-CN/orders.ts')).orders,
    ledger: async () => (await import('./zh-CN/ledger.ts')).ledger,
    notifications: async () => (await import('./zh-CN/notifications.ts')).notifications,
    dashboard: async () => (await import('./zh-CN/dashboard.ts')).dashboard,
    personal: async () => (await import('./zh-CN/personal.ts')).personal,
    checkout: async () => (await import('./zh-CN/checkout.ts')).checkout,
    merchantApi: async () => (await import('./zh-CN/merchant-api.ts')).merchantApi,
    users: async () => (await import('./zh-CN/users.ts')).users,
    roles: async () => (await import('./zh-CN/roles.ts')).roles,
    approvals: async () => (await import('./zh-CN/approvals.ts')).approvals,
    audit: async () => (await import('./zh-CN/audit.ts')).audit,
    oem: async () => (await import('./zh-CN/oem.ts')).oem,
    broadcasts: async () => (await import('./zh-CN/broadcasts.ts')).broadcasts,
    protection: async () => (await import('./zh-CN/protection.ts')).protection,
    exports: async () => (await import('./zh-CN/exports.ts')).exports,
    fields: async () => (await import('./zh-CN/fields.ts')).fields,
  },
  en: {
    common: async () => (await import('./en/common.ts')).common,
    errors: async () => (await import('./en/errors.ts')).errors,
    screens: async () => (await import('./en/screens.ts')).screens,
    statuses: async () => (await import('./en/statuses.ts')).statuses,
    permissions: async () => (await import('./en/permissions.ts')).permissions,
    login: async () => (await import('./en/login.ts')).login,
    shell: async () => (await import('./en/shell.ts')).shell,
    orders: async () => (await import('./en/orders.ts')).orders,
    ledger: async () => (await import('./en/ledger.ts')).ledger,
    notifications: async () => (await import('./en/notifications.ts')).notifications,
    dashboard: async () => (await import('./en/dashboard.ts')).dashboard,
    personal: async () => (await import('./en/personal.ts')).personal,
    checkout: async () => (await import('./en/checkout.ts')).checkout,
    merchantApi: async () => (await import('./en/merchant-api.ts')).merchantApi,
    users: async () => (await import('./en/users.ts')).users,
    roles: async () => (await import('./en/roles.ts')).roles,
    approvals: async () => (await import('./en/approvals.ts')).approvals,
    audit: async () => (await import('./en/audit.ts')).audit,
    oem: async () => (await import('./en/oem.ts')).oem,
    broadcasts: async () => (await import('./en/broadcasts.ts')).broadcasts,
    protection: async () => (await import('./en/protection.ts')).protection,
    exports: async () => (await import('./en/exports.ts')).exports,
    fields: async () => (await import('./en/fields.ts')).fields,
  },
};

/** Loads the words of one area in one language. */
export function loadWords<A extends Area>(locale: Locale, area: A): Promise<Words[A]> {
  return loaders[locale][area]();
}
