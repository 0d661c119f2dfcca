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
  acts: { create: '立即备份', verify: '验证', download: '下载', schedule: '排程', restore: '还原' },
  effects: {
    create: '复制整个数据库与所需日志并加密存放；期间照常营运。',
    verify: '以这份备份启动临时数据库，核对账务与条数后删除。',
    download: '文件包含全部数据且已加密；恢复所需的密钥保留在服务器上。此次下载会记入日志。',
  },
  restore: {
    what: '这份备份会取代整个数据库。原有的数据库会改名保留，不会删除；备份完成之后才发生的交易不在其中。',
    untried: '这份备份尚未验证，请先验证再还原。',
    stop: '停止所有服务器进程。',
    fetch: '文件不在这台服务器时，先下载并放入 DATA_DIR/backups。',
    run: '在服务器的程序目录执行（沿用服务器的环境变量，并填写原因）：',
    check:
      '命令会核对文件、启动数据库并验证账务，全部正确才以 0 结束。之后启动服务器，并到“对账”核对备份之后的交易，再恢复出款。',
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
