import type { backups as shape } from '../zh-TW/backups.ts';

export const backups = {
  columns: {
    state: '状态',
    askedAt: '创建',
    finishedAt: '完成',
    bytes: '大小',
    verified: '验证',
    verifiedAt: '验证时间',
    rows: '条数',
    note: '备注',
    madeBy: '创建者',
    lsn: 'LSN',
    error: '错误',
  },
  states: { queued: '等待', running: '备份中', completed: '完成', failed: '失败', removed: '已清除' },
  trials: { queued: '等待验证', running: '验证中', passed: '可还原', failed: '验证失败' },
  scheduled: '排程',
  untried: '未验证',
  acts: { create: '立即备份', verify: '验证', download: '下载', schedule: '排程' },
  effects: {
    create: '复制整个数据库与所需日志并加密存放；期间照常营运。',
    verify: '以这份备份启动临时数据库，核对账务与条数后删除。',
  },
  fields: { note: '备注', at: '每日时间（留空为不自动备份）', keep: '保留份数' },
  said: { create: '备份已开始', verify: '验证已开始', schedule: '排程已保存' },
  plan: '每日 {{at}}（{{zone}}），保留最新 {{keep}} 份与最后一份可还原的',
  noPlan: '未排程，保留最新 {{keep}} 份与最后一份可还原的',
  duty: '这个数据库由外部管理，备份由其管理者负责。',
  archiver: '归档器：已归档 {{archived}}，最近 {{last}}；失败 {{failed}}，最近 {{lastFailed}}',
  never: '无',
  empty: '尚无备份',
} satisfies typeof shape;
