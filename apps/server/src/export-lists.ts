import { loginLogExport, operationAnalysisExport, operationLogExport } from './modules/audit/index.ts';
import { callbackExport } from './modules/callbacks/index.ts';
import {
  agentChannelExports,
  customerModelExport,
  definitionExport,
  merchantExport,
  modelExport,
  priceVersionExport,
  swapExport,
  upstreamKeyExports,
} from './modules/channels/index.ts';
import {
  collectionExports,
  privateTransferExport,
  refundExport,
  toldCollections,
} from './modules/collections/index.ts';
import { depositExport, registerExport } from './modules/funds/index.ts';
import { drawingExport, exchangeExport, incomeExport } from './modules/income/index.ts';
import { changelogExport } from './modules/ledger/index.ts';
import { failedJobExport, requestLogExport } from './modules/operations/index.ts';
import { cardExport, payoutExports, toldPayouts } from './modules/payouts/index.ts';
import { rateExport } from './modules/rates/index.ts';
import {
  dataExports,
  merchantDaysExport,
  monthlyReportExport,
  reportExport,
} from './modules/reports/index.ts';
import { differenceExport } from './modules/reconciliation/index.ts';
import { blockEntryExport } from './modules/risk/index.ts';
import { userExports } from './modules/users/index.ts';
import { withdrawalExport } from './modules/withdrawals/index.ts';
import type { Vault } from './platform/crypto/vault.ts';
import type { ExportList } from './platform/export-list.ts';

/** Every list that can be taken away as a file. */
export const exportLists = (vault: Vault): readonly ExportList[] => [
  ...collectionExports,
  ...payoutExports(vault),
  withdrawalExport,
  cardExport(vault),
  callbackExport({ collection: toldCollections, payout: toldPayouts }),
  privateTransferExport(vault),
  changelogExport,
  refundExport,
  definitionExport,
  ...agentChannelExports,
  ...upstreamKeyExports(vault),
  rateExport,
  merchantExport('collection'),
  merchantExport('payout'),
  modelExport,
  customerModelExport('collection'),
  customerModelExport('payout'),
  swapExport,
  priceVersionExport('collection'),
  priceVersionExport('payout'),
  registerExport,
  depositExport,
  incomeExport,
  drawingExport,
  exchangeExport,
  ...dataExports,
  reportExport,
  merchantDaysExport,
  monthlyReportExport,
  differenceExport,
  operationLogExport,
  loginLogExport,
  requestLogExport,
  failedJobExport,
  operationAnalysisExport,
  blockEntryExport(vault),
  ...userExports,
];
