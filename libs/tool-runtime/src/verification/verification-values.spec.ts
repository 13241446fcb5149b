import fc from 'fast-check';
import { SystemRandomSource } from '../common/random-source.js';
import { isSamePerson, personOf, personOfVerifier } from './person.js';
import { uuidOf } from './uuid.js';
import { VerificationContext } from './verification-context.js';
import { approvalsNeeded, isVerificationPolicy, quorum } from './verification-policy.js';
import { VerificationRequest } from './verification-request.js';
import { VerificationResult } from './verification-result.js';

describe('a verification policy', () => {
  it('says how many people are needed', () => {
    expect(approvalsNeeded('single')).toBe(1);
    expect(approvalsNeeded('dual')).toBe(2);
    expect(approvalsNeeded('auto')).toBe(1);
    expect(approvalsNeeded(quorum(7))).toBe(7);
    expect(quorum(100)).toBe('quorum(100)');
  });

  it.each([
    'quorum(0)',
    'quorum(101)',
    'quorum(1.5)',
    'quorum(-1)',
    'quorum(07)',
    'quorum( 3)',
    'quorum(3) ',
    'quorum()',
    'QUORUM(3)',
    'Single',
    '',
    'toString',
    3,
    null,
  ])('is not %p', (value) => {
    expect(isVerificationPolicy(value)).toBe(false);
  });

  it('is refused for a number of people that there cannot be', () => {
    for (const people of [0, 101, 1.5, Number.NaN, -1])
      expect(() => quorum(people)).toThrow(/whole number from 1 to 100/);
  });
});

describe('a verification request', () => {
  it('has defaults, an id only when it is given one, and a form for JSON', () => {
    const request = VerificationRequest.of({ subject: 'gate:x' });
    expect(request.toJSON()).toEqual({
      subject: 'gate:x',
      policy: 'single',
      payload: {},
      requested_by: null,
      id: null,
    });
    expect(VerificationRequest.withGeneratedId({}).id).toMatch(/^[0-9a-f-]{36}$/);
    const resolution = VerificationRequest.forResolution('v-1', 'dual');
    expect(resolution).toMatchObject({ subject: null, id: 'v-1', policy: 'dual' });
    expect(Object.isFrozen(resolution)).toBe(true);
  });

  it('cannot have a blank subject or a blank id', () => {
    for (const blank of ['', ' ', '\n']) {
      expect(() => VerificationRequest.of({ subject: blank })).toThrow(/subject must not be blank/);
      expect(() => VerificationRequest.forResolution(blank)).toThrow(/id must not be blank/);
    }
    expect(VerificationRequest.of({ subject: null }).subject).toBeNull();
  });
});

describe('what a verifier may know', () => {
  const context = VerificationContext.of({
    principal: 'ann',
    approvals: ['ben', 'ben', 'cem'],
    evidence: { arguments: { pin: 'S3NT1NEL' } },
    metadata: { channel: 'web' },
  });

  it('counts different approvals, and tells evidence from inherited members', () => {
    expect(context.approvalCount).toBe(2);
    expect(context.hasEvidence('arguments')).toBe(true);
    expect(context.hasEvidence('toString')).toBe(false);
    expect(VerificationContext.of()).toMatchObject({ principal: null, approvals: [] });
  });

  it('keeps the evidence out of JSON', () => {
    expect(JSON.stringify(context)).not.toContain('S3NT1NEL');
    expect(context.toJSON()).toMatchObject({ evidence: ['arguments'] });
  });
});

describe('a verification result', () => {
  it.each<[string, VerificationResult, boolean, boolean]>([
    ['passed', VerificationResult.pass('v', 'ann'), true, true],
    ['waived', VerificationResult.waived('Nobody has to.'), true, true],
    ['failed', VerificationResult.fail('No.', ['a receipt']), false, true],
    ['pending', VerificationResult.pending('v'), false, false],
  ])('that is %s says whether it lets through and whether it is final', (...row) => {
    const [status, result, satisfied, final] = row;
    expect([result.status, result.isSatisfied, result.isFinal]).toEqual([status, satisfied, final]);
  });

  it('carries what is missing, and six plain members', () => {
    const missing = ['a receipt'];
    const result = VerificationResult.fail('No.', missing, 'v', { a: 1 }, 'ann');
    missing.push('more');
    expect(JSON.parse(JSON.stringify(result))).toEqual({
      status: 'failed',
      reason: 'No.',
      verifier: 'v',
      principal: 'ann',
      missing: ['a receipt'],
      metadata: { a: 1 },
    });
  });
});

describe('people', () => {
  it.each(['Ann', ' ann', 'ANN ', 'ａｎｎ', 'a\u200bnn', 'ann\u0000', '\u202eann'])(
    'are the same when their names differ as "ann" and %p do',
    (other) => {
      expect(isSamePerson('ann', other)).toBe(true);
    },
  );

  it('are different when nothing but the look of their names is alike, and nobody is anybody', () => {
    expect(isSamePerson('ann', 'anne')).toBe(false);
    expect(isSamePerson('user:1', 'user:10')).toBe(false);
    expect(isSamePerson(null, null)).toBe(false);
    expect(isSamePerson(null, 'ann')).toBe(false);
  });

  it('cannot pass for a verifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (principal, verifier) => {
        expect(personOf(principal)).not.toBe(personOfVerifier(verifier));
        expect(personOf(personOf(principal))).toBe(personOf(principal));
      }),
    );
  });
});

describe('an id of a verification', () => {
  it('is a UUID of version 4, and a new one every time', () => {
    const random = new SystemRandomSource();
    const ids = Array.from({ length: 1_000 }, () => uuidOf(random));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(1_000);
  });
});
