import { Type } from '../../../tools/core/schema.ts'
import { HarnessError } from '../../errors.ts'
import type { GivenSignature } from '../../vocabulary/submission.ts'
import { ACTORS } from '../../world/actors.ts'
import type { AccountRef } from '../account-ref.ts'
import { encodeRawCall, type RawCall } from '../encode-raw.ts'
import { closed, named, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { encodeSubmission } from '../step/encode-submission.ts'
import { CallSchema, nameCalls, readCalls } from '../step/raw-calls.ts'
import { readPermit } from '../step/read-permit.ts'
import { rawNames, resolveAccount } from '../step/resolve-names.ts'
import { signatureKey } from '../step/signature-key.ts'
import type { Bound } from '../step/step.ts'

interface OutsiderCalls {
  readonly actor: AccountRef
  /** A permit of a signature, which is submitted before the calls. */
  readonly submits?: Bound<string>
  readonly calls: readonly RawCall[]
  /** Whether the chain refuses the last of it; undefined when nothing is said of it. */
  readonly reverts: boolean | undefined
}

/** An actor acts past the agent. */
export const OUTSIDER = defineStep({
  kind: 'outsider',
  schema: Type.Object(
    {
      actor: named('account', 'who sends the transactions; the cage as if it were none'),
      submits: optional(text('permit of a signature that was committed before, submitted first')),
      calls: optional(
        Type.Array(CallSchema, { minItems: 1, description: 'calls, each in a transaction of its own' }),
      ),
      reverts: optional(
        Type.Union([Type.Boolean(), Type.Literal('either')], {
          description: 'whether the chain refuses the last of it; either says nothing of it; default false',
        }),
      ),
    },
    {
      ...closed,
      description:
        'an actor acts past the agent, e.g. { actor: attacker, submits: "${permit}", calls: [{ to: cage, function: "pause()" }], reverts: true }',
    },
  ),
  traits: ['fault', 'moves-holdings', 'plays-operator'],
  read({ actor, submits, calls, reverts }, path, reader): OutsiderCalls {
    const at = (member: string) => [...path, member]
    if (submits === undefined && calls === undefined) {
      reader.problem(path, 'an outsider who does nothing', 'add calls, or submits: ${permit}', true)
    }
    return {
      actor: reader.account(actor, at('actor')),
      ...(submits === undefined ? {} : { submits: readPermit(submits, at('submits'), reader) }),
      calls: readCalls(calls ?? [], at('calls'), reader),
      reverts: reverts === 'either' ? undefined : reverts === true,
    }
  },
  async run({ actor, submits, calls, reverts }, { stage, bindings, permitOf }) {
    const names = rawNames(stage)
    const submitter = resolveAccount(stage, actor)
    const parties = { owner: ACTORS.operator.address, submitter }
    const given = submits === undefined ? [] : [findSignature(permitOf(submits), bindings)]
    const sent = [
      ...(await Promise.all(given.map((signature) => encodeSubmission(signature, parties)))),
      ...calls.map((call) => encodeRawCall(call, names)),
    ]
    return { observation: await stage.outsiders.act(submitter, sent, reverts) }
  },
  title({ actor, submits, calls }) {
    const what = [...(submits === undefined ? [] : ['a signature of the account']), ...nameCalls(calls)]
    return `${actor} submits ${what.join(', ')}`
  },
})

/** The signature that a commit gave out. */
function findSignature(permitId: string, bindings: ReadonlyMap<string, string>): GivenSignature {
  const given = bindings.get(signatureKey(permitId))
  if (given !== undefined) return JSON.parse(given) as GivenSignature
  throw new HarnessError('STEP_IMPOSSIBLE', 'this permit gave no signature', {
    found: permitId,
    hint: 'name a signature that was committed in an earlier step',
  })
}
