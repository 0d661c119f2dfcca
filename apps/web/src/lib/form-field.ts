import { CallFault } from './call-fault.ts';

/** The text of a field, trimmed of nothing: passwords are taken as typed. */
export function fieldText(form: FormData, name: string): string {
  const entry = form.get(name);
  return typeof entry === 'string' ? entry : '';
}

/** A refusal of the form itself, before anything is sent. */
export function fieldFault(field: string, message: string): CallFault {
  return new CallFault({ kind: 'refused', code: 400, message, fields: { [field]: [message] } });
}
