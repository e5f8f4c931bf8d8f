import { keyOn } from '../../tools/safety/store/chain-keys.ts'
import {
  copyStore,
  damageRows,
  damageStore,
  type StoreDamage,
  type StoreFiles,
} from '../audit/store-damage.ts'
import { HarnessError, placeError } from '../errors.ts'
import type { Session } from './session.ts'
import type { StageOptions } from './stage-options.ts'

/** The agent's store, as it lies in memory or in files. */
export interface StageStore {
  /** Keep a copy of its files. */
  copy(): void
  /** Damage it: rows in memory at once, a file before the next restart. */
  damage(damage: StoreDamage): void
}

/** Create the store port of a stage; what is pending is applied while the process is down. */
export function createStageStore(
  { storePath, checkpointPath, policy }: StageOptions,
  readSession: () => Session,
): StageStore & { applyPending(): void } {
  let pending: StoreDamage[] = []
  const files = (): StoreFiles => {
    if (checkpointPath !== undefined) return { storePath, checkpointPath }
    throw new HarnessError('STEP_IMPOSSIBLE', 'a store in memory has no files', { hint: 'write store: file' })
  }
  return {
    copy: () => copyStore(files()),
    damage(named) {
      const damage = onChain(named, policy.chainId)
      if (damage.kind === 'rows' && checkpointPath === undefined) damageRows(readSession().database, damage)
      else {
        files()
        pending.push(damage)
      }
    },
    applyPending() {
      const damages = pending
      pending = []
      for (const damage of damages) {
        try {
          damageStore(damage, files())
        } catch (cause) {
          throw cause instanceof HarnessError ? placeError(cause, 'damage of a step before') : cause
        }
      }
    },
  }
}

/** Facts of a chain stand under its name. */
const onChain = (damage: StoreDamage, chainId: number): StoreDamage =>
  damage.kind === 'rows' && damage.table === 'meta' && typeof damage.key === 'string' && damage.key !== 'last'
    ? { ...damage, key: keyOn(chainId, damage.key) }
    : damage
