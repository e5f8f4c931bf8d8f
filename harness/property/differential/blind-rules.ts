import type { Broadcaster, ChainReader } from '../../../tools/core/chain.ts'
import type { TransactionPlan } from '../../../tools/core/plan.ts'
import { sha256Text } from '../../../tools/core/sha256.ts'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import type { SigningPort } from '../../../tools/runtime/runtime-ports.ts'
import { startRuntime } from '../../../tools/runtime/start-runtime.ts'
import { hashGuardianRequest } from '../../../tools/safety/guardian/guardian.ts'
import type { EmergencyGuardian } from '../../../tools/safety/guardian/guardian-client.ts'
import { ALLOW, type Hook } from '../../../tools/safety/hooks/hook.ts'
import { readBody } from '../../../tools/safety/permit/permit.ts'
import { keyAccount } from '../../key-account.ts'
import { countIds } from '../../stage/session.ts'
import type { Stage } from '../../stage/stage.ts'
import { ACTORS } from '../../world/actors.ts'
import { buildParams, type Scope } from './build-calls.ts'
import type { Move } from './draw-action.ts'
import { asRaw } from './plan-raw.ts'

/** Nothing of this is committed. */
const UNREACHABLE: Broadcaster = {
  send: () => Promise.reject(new Error('nothing is sent here')),
  isKnown: async () => false,
  waitForReceipt: () => Promise.reject(new Error('nothing is sent here')),
}

/** An agent without a wallet knows no kinds of actions. */
const UNUSED: SigningPort = {
  signer: {
    address: ACTORS.operator.address,
    signTransaction: () => Promise.reject(new Error('nothing is signed here')),
  },
  sender: ACTORS.operator.address,
  close: () => undefined,
}

/** Create the stack's rules over the same state without the hooks that hear from the cage. */
export function createBlindRules(stage: Stage, chain: ChainReader) {
  const { policy, clock, agent } = stage.session
  const signer = keyAccount(ACTORS.guardian.privateKey)
  // One that signs everything, so that the lists alone decide.
  const guardian: EmergencyGuardian = {
    pause: async () => ({ refused: 'nothing is paused here' }),
    review: async (request) => ({ signature: await signer.sign({ hash: hashGuardianRequest(request) }) }),
  }
  const hears: readonly Hook['name'][] = ['policy-cage', 'simulator', 'rate-limiter']
  const {
    store,
    agent: { safety, stack },
  } = startRuntime({
    book: stage.book,
    chain,
    broadcaster: UNREACHABLE,
    alternate: { chain, broadcaster: UNREACHABLE },
    clock,
    secondProvider: undefined,
    guardian,
    signing: UNUSED,
    store: { path: ':memory:', readFile: () => undefined },
    account: stage.cage,
    operator: ACTORS.operator.address,
    policy,
    phase: 'thriving',
    profile: agent.stack.profile.name,
    registry: { ...DEV_REGISTRY, tools: agent.stack.profile.tools },
    strategy: undefined,
    keys: [],
    newStoreId: sha256Text('blind'),
    createIds: () => countIds('blind'),
    onEvent: () => undefined,
    onCommitted: () => undefined,
    standIns: {
      hooks: (hooks) =>
        hooks.map((hook) => (hears.includes(hook.name) ? { name: hook.name, check: () => ALLOW } : hook)),
      phases: agent.safety.phases,
    },
  })
  return {
    /** Take the account as it is, however it came to be so. */
    claim: () => safety.claimAccount(),
    /** What these rules would let through: the plan of the permit that they issue. */
    async accept(action: Move['action'], scope: Scope, plan: TransactionPlan | undefined) {
      const asked =
        action.via === 'kind'
          ? stack.previewAction(action.kind, buildParams(action, scope), [])
          : plan && safety.preview({ attempt: safety.noteAttempt(), ...asRaw(plan) })
      const permit = await asked?.catch(() => undefined)
      const row = permit && store.findPermit(permit.permitId)
      return row && { ...readBody(row), permitId: row.permitId }
    },
  }
}
