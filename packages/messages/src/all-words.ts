import type { Locale } from './locale.ts';
import type { Words } from './packs.ts';
import { checkout as checkoutEn } from './en/checkout.ts';
import { merchantApi as merchantApiEn } from './en/merchant-api.ts';
import { common as commonEn } from './en/common.ts';
import { dashboard as dashboardEn } from './en/dashboard.ts';
import { errors as errorsEn } from './en/errors.ts';
import { ledger as ledgerEn } from './en/ledger.ts';
import { login as loginEn } from './en/login.ts';
import { notifications as notificationsEn } from './en/notifications.ts';
import { orders as ordersEn } from './en/orders.ts';
import { permissions as permissionsEn } from './en/permissions.ts';
import { personal as personalEn } from './en/personal.ts';
import { screens as screensEn } from './en/screens.ts';
import { shell as shellEn } from './en/shell.ts';
import { statuses as statusesEn } from './en/statuses.ts';
import { users as usersEn } from './en/users.ts';
import { roles as rolesEn } from './en/roles.ts';
import { approvals as approvalsEn } from './en/approvals.ts';
import { checkout as checkoutCn } from './zh-CN/checkout.ts';
import { merchantApi as merchantApiCn } from './zh-CN/merchant-api.ts';
import { common as commonCn } from './zh-CN/common.ts';
import { dashboard as dashboardCn } from './zh-CN/dashboard.ts';
import { errors as errorsCn } from './zh-CN/errors.ts';
import { ledger as ledgerCn } from './zh-CN/ledger.ts';
import { login as loginCn } from './zh-CN/login.ts';
import { notifications as notificationsCn } from './zh-CN/notifications.ts';
import { orders as ordersCn } from './zh-CN/orders.ts';
import { permissions as permissionsCn } from './zh-CN/permissions.ts';
import { personal as personalCn } from './zh-CN/personal.ts';
import { screens as screensCn } from './zh-CN/screens.ts';
import { shell as shellCn } from './zh-CN/shell.ts';
import { statuses as statusesCn } from './zh-CN/statuses.ts';
import { users as usersCn } from './zh-CN/users.ts';
import { roles as rolesCn } from './zh-CN/roles.ts';
import { approvals as approvalsCn } from './zh-CN/approvals.ts';
import { checkout as checkoutTw } from './zh-TW/checkout.ts';
import { merchantApi as merchantApiTw } from './zh-TW/merchant-api.ts';
import { common as commonTw } from './zh-TW/common.ts';
import { dashboard as dashboardTw } from './zh-TW/dashboard.ts';
import { errors as errorsTw } from './zh-TW/errors.ts';
import { ledger as ledgerTw } from './zh-TW/ledger.ts';
import { login as loginTw } from './zh-TW/login.ts';
import { notifications as notificationsTw } from './zh-TW/notifications.ts';
import { orders as ordersTw } from './zh-TW/orders.ts';
import { permissions as permissionsTw } from './zh-TW/permissions.ts';
import { personal as personalTw } from './zh-TW/personal.ts';
import { screens as screensTw } from './zh-TW/screens.ts';
import { shell as shellTw } from './zh-TW/shell.ts';
import { statuses as statusesTw } from './zh-TW/statuses.ts';
import { users as usersTw } from './zh-TW/users.ts';
import { roles as rolesTw } from './zh-TW/roles.ts';
import { approvals as approvalsTw } from './zh-TW/approvals.ts';
import { audit as auditTw } from './zh-TW/audit.ts';
import { audit as auditCn } from './zh-CN/audit.ts';
import { audit as auditEn } from './en/audit.ts';
import { protection as protectionTw } from './zh-TW/protection.ts';
import { protection as protectionCn } from './zh-CN/protection.ts';
import { protection as protectionEn } from './en/protection.ts';
import { broadcasts as broadcastsTw } from './zh-TW/broadcasts.ts';
import { broadcasts as broadcastsCn } from './zh-CN/broadcasts.ts';
import { broadcasts as broadcastsEn } from './en/broadcasts.ts';
import { oem as oemTw } from './zh-TW/oem.ts';
import { oem as oemCn } from './zh-CN/oem.ts';
import { oem as oemEn } from './en/oem.ts';
import { exports as exportsTw } from './zh-TW/exports.ts';
import { exports as exportsCn } from './zh-CN/exports.ts';
import { exports as exportsEn } from './en/exports.ts';
import { fields as fieldsTw } from './zh-TW/fields.ts';
import { fields as fieldsCn } from './zh-CN/fields.ts';
import { fields as fieldsEn } from './en/fields.ts';

/** All words of all languages, for the server, which speaks any of them at any time. */
export const allWords: Readonly<Record<Locale, Words>> = {
  'zh-TW': {
    common: commonTw,
    errors: errorsTw,
    screens: screensTw,
    statuses: statusesTw,
    permissions: permissionsTw,
    personal: personalTw,
    login: loginTw,
    shell: shellTw,
    orders: ordersTw,
    ledger: ledgerTw,
    notifications: notificationsTw,
    dashboard: dashboardTw,
    checkout: checkoutTw,
    merchantApi: merchantApiTw,
    users: usersTw,
    roles: rolesTw,
    approvals: approvalsTw,
    audit: auditTw,
    oem: oemTw,
    broadcasts: broadcastsTw,
    protection: protectionTw,
    exports: exportsTw,
    fields: fieldsTw,
  },
  'zh-CN': {
    common: commonCn,
    errors: errorsCn,
    screens: screensCn,
    statuses: statusesCn,
    permissions: permissionsCn,
    personal: personalCn,
    login: loginCn,
    shell: shellCn,
    orders: ordersCn,
    ledger: ledgerCn,
    notifications: notificationsCn,
    dashboard: dashboardCn,
    checkout: checkoutCn,
    merchantApi: merchantApiCn,
    users: usersCn,
    roles: rolesCn,
    approvals: approvalsCn,
    audit: auditCn,
    oem: oemCn,
    broadcasts: broadcastsCn,
    protection: protectionCn,
    exports: exportsCn,
    fields: fieldsCn,
  },
  en: {
    common: commonEn,
    errors: errorsEn,
    screens: screensEn,
    statuses: statusesEn,
    permissions: permissionsEn,
    personal: personalEn,
    login: loginEn,
    shell: shellEn,
    orders: ordersEn,
    ledger: ledgerEn,
    notifications: notificationsEn,
    dashboard: dashboardEn,
    checkout: checkoutEn,
    merchantApi: merchantApiEn,
    users: usersEn,
    roles: rolesEn,
    approvals: approvalsEn,
    audit: auditEn,
    oem: oemEn,
    broadcasts: broadcastsEn,
    protection: protectionEn,
    exports: exportsEn,
    fields: fieldsEn,
  },
};
