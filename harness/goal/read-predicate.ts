import type { CellReader } from '../scenario/read/cell-reader.ts'
import { readCheck } from '../scenario/read/read-amount-check.ts'
import { readByAccount, readChain } from '../scenario/read/read-chain.ts'
import { readPhase } from '../scenario/read/read-setup.ts'
import type { Path } from '../scenario/text/matrix.ts'
import type { Predicate } from './goal.ts'

type Members = Readonly<Record<string, unknown>>

/** Read what the chain has to show. */
export function readPredicate(value: unknown, path: Path, reader: CellReader): Predicate {
  const { changes, phase, halted, ...chain } = (value ?? {}) as Members
  return {
    expect: {
      ...readChain(chain, path, reader),
      ...(phase === undefined
        ? {}
        : { phase: phase === 'unknown' ? phase : readPhase(phase, [...path, 'phase'], reader) }),
      ...(halted === undefined ? {} : { halted: halted as boolean }),
    },
    changes:
      changes === undefined ? [] : readByAccount(changes as Members, [...path, 'changes'], reader, readCheck),
  }
}
