import * as fc from 'fast-check';
import { hostileText, plans } from './plans.fixture.js';
import { planAsText } from './invocation-plan.text.js';

/** The lines of the table, headings first. */
const tableOf = (text: string) => text.split('\n\n')[1]!.split('\n');

describe('a plan drawn as text', () => {
  it('reads like this', () => {
    expect(planAsText(plans.denied)).toBe(
      [
        'refund_order on web',
        'caller      user:ann, mode execute',
        'scopes      orders:read',
        'wiring      rate limiter present, dispatcher absent, rule provider absent',
        'verdict     denied (missing_scope): Missing required scope.',
        'depends on  validate',
        '',
        '  step               role       presence     blocks  source',
        '  resolve            guard      active       yes     The registry looks it up.',
        '  validate           guard      active       yes     The schema refuses.',
        '→ authorize          guard      active       yes     The policy decides.',
        '  confirm            branch     conditional  yes     The tool asks.',
        '  emit_executing     hook       skipped      no      No emitter.',
        '  execute            execution  active       yes     Refunds.refund runs.',
        '  contain_exception  boundary   active       no      Whatever is thrown.',
        '  audit              outcome    active       no      One record.',
        '',
        'assumed',
        '  - The application has 0 listeners.',
      ].join('\n'),
    );
  });

  it('says that nobody calls, without scopes, and assumes nothing when there is nothing to assume', () => {
    const text = planAsText({
      ...plans.executed,
      context: { actor: null, scopes: [], mode: 'plan' },
      assumptions: [],
      verdict: { ...plans.executed.verdict, depends_on: [] },
    });
    expect(text).toContain('caller      nobody, mode plan\nscopes      none\n');
    expect(text).toContain('depends on  nothing\n');
    expect(text).not.toContain('assumed');
  });

  it('is coloured by whoever draws it, without losing its alignment', () => {
    const roles = new Set<string>();
    const painted = planAsText(plans.denied, (text, role) => {
      roles.add(role);
      return `\u001b[1m${text}\u001b[0m`;
    });
    expect(painted.replaceAll(/\u001b\[\dm/g, '')).toBe(planAsText(plans.denied));
    expect([...roles].toSorted()).toEqual(
      ['active', 'conditional', 'label', 'refused', 'skipped', 'title'].toSorted(),
    );
    const roleOfVerdict = (plan: typeof plans.denied) => {
      let found: string | undefined;
      planAsText(plan, (text, role) => {
        if (text.startsWith(plan.verdict.outcome)) found = role;
        return text;
      });
      return found;
    };
    expect([roleOfVerdict(plans.denied), roleOfVerdict(plans.executed)]).toEqual([
      'refused',
      'passes',
    ]);
  });

  it('keeps its lines, its columns and the terminal, whatever names contain', () => {
    const lines = planAsText(plans.denied).split('\n').length;
    const column = tableOf(planAsText(plans.denied))[0]!.indexOf('source');
    fc.assert(
      fc.property(hostileText, (name) => {
        const plan = {
          ...plans.denied,
          operation: name,
          channel: name,
          context: { ...plans.denied.context, actor: name, scopes: [name] },
          verdict: { ...plans.denied.verdict, message: name },
          assumptions: [name],
          steps: plans.denied.steps.map((step) => ({ ...step, source: `>${name}` })),
        };
        const text = planAsText(plan);
        expect(text.split('\n')).toHaveLength(lines);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028]/);
        for (const row of tableOf(text).slice(1)) expect(row.indexOf('>')).toBe(column);
      }),
    );
  });
});
