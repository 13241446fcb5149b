import { ToolResult } from '../result/tool-result.js';

/** One result of every kind, as tools and the runtime make them. */
export const RESULTS = {
  list: ToolResult.paginated(
    [
      { id: 'A-1001', name: 'Keyboard', available: true, status: 'open', total: 4500, lines: [{}] },
      { id: 'A-1002', title: 'Maus', available: false, status: 'shipped', total: 900, lines: [] },
    ],
    { page: 2, totalItems: 12, limit: 2, message: 'Orders' },
  ),
  detail: ToolResult.detail(
    {
      full_name: 'Ana',
      active: true,
      blocked: false,
      phone: null,
      tags: ['a'],
      address: { city: 'Köln', zip: '50667' },
      since: '2026-07-01T06:00:00.000Z',
    },
    'Customer',
    'everything about her',
    [{ label: 'Edit', action: 'edit_customer' }, 'delete_customer'],
  ),
  confirmation: ToolResult.success(
    {
      requires_confirmation: true,
      confirm_token: 'secret-token',
      action_summary: 'refund_order(id=A-1)',
      expires_at: '2026-07-01T06:01:00.000Z',
    },
    'refund_order(id=A-1)',
    { type: 'confirmation', requires_confirmation: true, tool: 'refund_order' },
  ),
  ownConfirmation: ToolResult.confirmation(
    'Delete the customer?',
    { customer: 'Ana', invoices: 3 },
    { action: 'delete', target: 'customer', targetId: 7 },
  ),
  blocked: ToolResult.blocked('The month is closed', 'Use the correction form'),
  error: ToolResult.error('Too many calls', null, {
    code: 'RATE_LIMITED',
    retry_after_seconds: 12,
  }),
  plan: ToolResult.success(
    { plan: { tool: 'refund_order', mutating: true, args: { id: 'A-1' } } },
    null,
    { type: 'plan' },
  ),
  content: ToolResult.content([
    { type: 'text', text: 'First line\n\tsecond line' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'resource_link', uri: 'file:///a.csv', name: 'a.csv' },
    { type: 'resource', resource: { uri: 'note://1', text: 'a note' } },
    { type: 'resource', resource: { uri: 'note://2', blob: 'AAA=', mimeType: 'text/csv' } },
  ]),
};
