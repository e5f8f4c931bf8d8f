import type { Address } from 'viem'
import type { Phase } from '../../tools/safety/phases.ts'
import type { CagePolicy, CageTarget } from '../world/default-policy.ts'
import { deployCage } from '../world/deploy-cage.ts'
import type { SetTimer } from './clock.ts'
import type { Environment } from './environment.ts'
import { DEFAULT_POLICY_CHOICES, deriveSafetyPolicy, type PolicyChoices } from './safety-policy.ts'
import type { GuardianMode } from './session.ts'
import { createStage, type Stage } from './stage.ts'

/** What a scenario or a property says of its world and stack; everything has a default. */
export interface StageSetup {
  readonly profile?: string
  readonly protocols?: readonly string[]
  readonly phase?: Phase
  readonly guardian?: GuardianMode
  readonly hasSigner?: boolean
  readonly baseFeeWei?: bigint
  readonly store?: 'memory' | 'file'
  readonly choices?: Partial<PolicyChoices>
  /** Changes of the cage's default policy; with any, the scenario gets a cage of its own. */
  readonly cage?: Partial<
    Pick<CagePolicy, 'maxDrawdownBps' | 'minRebalanceIntervalSeconds' | 'windowSpendCapUsdc' | 'recipients'>
  > & {
    readonly capsUsdc?: ReadonlyMap<Address, bigint>
    /** Functions to allow on top of the default ones. */
    readonly targets?: readonly CageTarget[]
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
  const { capsUsdc, targets = [], ...changes } = setup.cage ?? {}
  const base = environment.cagePolicy
  const cagePolicy: CagePolicy = {
    ...base,
    ...changes,
    targets: mergeTargets(base.targets, targets),
    assets: base.assets.map((asset) => ({ ...asset, capUsdc: capsUsdc?.get(asset.token) ?? asset.capUsdc })),
  }
  const cage =
    setup.cage === undefined
      ? environment.fixtures.cage
      : await deployCage(environment.fork, cagePolicy, environment.capital)
  const policy = deriveSafetyPolicy(environment.book, cagePolicy, environment.codeHashes, {
    ...DEFAULT_POLICY_CHOICES,
    recipients: cagePolicy.recipients,
    ...setup.choices,
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
      hasSigner: setup.hasSigner ?? true,
      baseFeeWei: setup.baseFeeWei ?? 0n,
      storePath: setup.store === 'file' ? environment.newStorePath() : ':memory:',
      seed,
    },
    setTimer,
  )
}

function mergeTargets(base: readonly CageTarget[], added: readonly CageTarget[]): readonly CageTarget[] {
  const merged = new Map(base.map((entry) => [entry.target, entry]))
  for (const { target, selectors } of added) {
    merged.set(target, { target, selectors: [...(merged.get(target)?.selectors ?? []), ...selectors] })
  }
  return [...merged.values()]
}
