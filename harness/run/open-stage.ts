import type { Address } from 'viem'
import type { Phase } from '../../tools/safety/phases.ts'
import { ACTORS } from '../world/actors.ts'
import type { CagePolicy } from '../world/default-policy.ts'
import { deployCage } from '../world/deploy-cage.ts'
import { deployGate } from '../world/deploy-gate.ts'
import { deploySafe } from '../world/safe.ts'
import type { SetTimer } from './clock.ts'
import type { Environment } from './environment.ts'
import { DEFAULT_POLICY_CHOICES, deriveSafetyPolicy, type PolicyChoices } from './safety-policy.ts'
import type { GuardianMode } from './session.ts'
import { isSafeMode, type SignerMode } from './session-signer.ts'
import type { OwnerMode } from './sign-approval.ts'
import { createStage, type Stage } from './stage.ts'

/** Salts of the Safes of one scenario. */
const OPERATOR_SALT = 1n
const OWNER_SALT = 2n

/** What a scenario or a property says of its world and stack; everything has a default. */
export interface StageSetup {
  readonly profile?: string
  readonly protocols?: readonly string[]
  readonly phase?: Phase
  readonly guardian?: GuardianMode
  readonly signer?: SignerMode
  readonly owner?: OwnerMode
  readonly baseFeeWei?: bigint
  readonly store?: 'memory' | 'file'
  readonly choices?: Partial<PolicyChoices>
  /** Changes of the cage's default policy; with any, the scenario gets a cage of its own. */
  readonly cage?: Partial<
    Pick<CagePolicy, 'maxDrawdownBps' | 'minRebalanceIntervalSeconds' | 'windowSpendCapUsdc' | 'recipients'>
  > & {
    readonly capsUsdc?: ReadonlyMap<Address, bigint>
  }
}

/** Reset the fork and open a stage on it. */
export async function openStage(
  environment: Environment,
  setup: StageSetup,
  seed: string,
  setTimer: SetTimer,
): Promise<Stage> {
  await environment.reset()
  const { capsUsdc, ...changes } = setup.cage ?? {}
  const signer = setup.signer ?? 'on'
  const { fork, capital } = environment
  let base = environment.cagePolicy
  let approver: Address | undefined
  if (isSafeMode(signer)) base = { ...base, operator: await deploySafe(fork, OPERATOR_SALT) }
  if (setup.owner === 'key' || setup.owner === 'safe') {
    approver = setup.owner === 'key' ? ACTORS.owner.address : await deploySafe(fork, OWNER_SALT)
    base = { ...base, owner: await deployGate(fork, approver, capital) }
  }
  const cagePolicy: CagePolicy = {
    ...base,
    ...changes,
    assets: base.assets.map((asset) => ({ ...asset, capUsdc: capsUsdc?.get(asset.token) ?? asset.capUsdc })),
  }
  const cage =
    setup.cage === undefined && base === environment.cagePolicy
      ? environment.fixtures.cage
      : await deployCage(fork, cagePolicy, capital)
  const policy = deriveSafetyPolicy(environment.book, cagePolicy, environment.codeHashes, {
    ...DEFAULT_POLICY_CHOICES,
    recipients: cagePolicy.recipients,
    ...setup.choices,
    ...(approver ? { approver } : {}),
  })
  return createStage(
    environment,
    {
      profile: setup.profile ?? 'trader',
      ...(setup.protocols ? { protocols: setup.protocols } : {}),
      phase: setup.phase ?? 'thriving',
      policy,
      cage,
      guardian: setup.guardian ?? 'on',
      signer,
      operator: base.operator,
      baseFeeWei: setup.baseFeeWei ?? 0n,
      storePath: setup.store === 'file' ? environment.newStorePath() : ':memory:',
      seed,
    },
    setTimer,
  )
}
