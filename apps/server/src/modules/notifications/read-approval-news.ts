import { approvalActs } from '@suanpan/domain/approvals';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { OutboxEvent } from '../../platform/outbox/event.ts';
import type { Notice } from './notice.ts';

interface ApprovalNews {
  readonly approval_id: string;
  readonly act: ApprovalActName;
  readonly state: string;
  readonly label?: string;
  readonly maker_id: string;
  readonly agent_id: string | null;
}

/** Somebody else has to decide: those who may approve this act in its tree are told, its maker is not. */
export function approvalWaiting(event: OutboxEvent): Notice {
  const news = event.payload as ApprovalNews;
  return {
    eventId: event.id,
    sound: false,
    type: 'ApprovalWaiting',
    level: 'warning',
    params: { id: news.approval_id, act: news.act, subject: news.label ?? '' },
    audience: { platform: true, agentId: news.agent_id === null ? null : BigInt(news.agent_id) },
    needs: ['admin.approvals.approve', approvalActs[news.act].permission],
    except: BigInt(news.maker_id),
  };
}

/** The maker hears what became of it; what he took back himself he knows. */
export function approvalEnded(event: OutboxEvent): Notice[] {
  const news = event.payload as ApprovalNews;
  if (news.state === 'withdrawn') return [];
  return [
    {
      eventId: event.id,
      sound: false,
      type: 'ApprovalEnded',
      level: news.state === 'approved' ? 'info' : 'warning',
      params: { id: news.approval_id, act: news.act, state: news.state },
      audience: { platform: false, userId: BigInt(news.maker_id) },
    },
  ];
}
