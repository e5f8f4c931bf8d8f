import type { DatabaseSync } from 'node:sqlite'
import type { Hex } from 'viem'
import type { Call } from '../../tools/core/plan.ts'
import { type PermitBody, readBody, serialiseBody } from '../../tools/safety/permit/permit.ts'
import { HarnessError } from '../errors.ts'

/** Parts of a stored permit that a scenario can falsify. */
export const TAMPER_FIELDS = [
  'value',
  'target',
  'data',
  'gasLimit',
  'nonce',
  'deadline',
  'expectation',
  'policyVersion',
  'phaseEpoch',
  'issued',
] as const

/** A part of a stored permit that a scenario can falsify. */
export type TamperField = (typeof TAMPER_FIELDS)[number]

/** Where a call goes that was redirected. */
const ELSEWHERE = '0x00000000000000000000000000000000DeaDBeef'

const CHANGES: Readonly<Record<Exclude<TamperField, 'nonce' | 'issued'>, (body: PermitBody) => PermitBody>> =
  {
    value: (body) => withFirstCall(body, (call) => ({ ...call, valueWei: call.valueWei + 1n })),
    target: (body) => withFirstCall(body, (call) => ({ ...call, to: ELSEWHERE })),
    data: (body) =>
      withFirstCall(body, (call) => {
        const last = Number.parseInt(call.data.slice(-1), 16) ^ 1
        return { ...call, data: `${call.data.slice(0, -1)}${last.toString(16)}` as `0x${string}` }
      }),
    gasLimit: (body) => ({ ...body, gasLimit: body.gasLimit + 1n }),
    deadline: (body) => ({ ...body, deadlineSeconds: body.deadlineSeconds + 1n }),
    expectation: (body) => ({
      ...body,
      plan: {
        ...body.plan,
        expectation: { ...body.plan.expectation, toleranceBps: body.plan.expectation.toleranceBps + 1 },
      },
    }),
    policyVersion: (body) => ({ ...body, policyVersion: `0x${'00'.repeat(32)}` }),
    phaseEpoch: (body) => ({ ...body, phaseEpoch: body.phaseEpoch + 1 }),
  }

function withFirstCall(body: PermitBody, change: (call: Call) => Call): PermitBody {
  const { plan } = body
  if (plan.kind === 'local')
    return { ...body, plan: { ...plan, params: { ...plan.params, falsified: true } } }
  if (plan.kind === 'signature') {
    const domain = { ...plan.typedData.domain, version: 'falsified' }
    return { ...body, plan: { ...plan, typedData: { ...plan.typedData, domain } } }
  }
  const [first, ...rest] = plan.calls
  return first === undefined ? body : { ...body, plan: { ...plan, calls: [change(first), ...rest] } }
}

/** Falsify one part of a stored permit behind the stack's back. */
export function tamperPermit(database: DatabaseSync, permitId: string, field: TamperField): void {
  if (field === 'nonce') {
    database.prepare('UPDATE permits SET nonce = nonce + 1 WHERE permit_id = ?').run(permitId)
    return
  }
  if (field === 'issued') {
    const sql =
      'UPDATE permits SET issued_wall_ms = issued_wall_ms + 3600000, issued_chain_seconds = issued_chain_seconds + 3600 WHERE permit_id = ?'
    database.prepare(sql).run(permitId)
    return
  }
  const row = database.prepare('SELECT body FROM permits WHERE permit_id = ?').get(permitId) as
    | { body: string }
    | undefined
  if (row === undefined) {
    throw new HarnessError('STEP_IMPOSSIBLE', 'there is no such permit to tamper with', {
      found: permitId,
      hint: 'bind the permit of an allowed preview with `as`',
    })
  }
  const body = serialiseBody(CHANGES[field](readBody({ permitId: permitId as Hex, body: row.body })))
  database.prepare('UPDATE permits SET body = ? WHERE permit_id = ?').run(body, permitId)
}
