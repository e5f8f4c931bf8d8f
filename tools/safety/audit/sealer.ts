import type { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import type { Checkpointer } from './checkpointer.ts'

/** Keeps the audit log covered by checkpoints; without a checkpointer nothing is covered and nothing denied. */
export interface Sealer {
  /** Act only while the entries that no checkpoint covers yet are few. @throws ToolError */
  advance(): Promise<void>
  /** Cover everything that was written so far. @throws ToolError */
  cover(): Promise<void>
  /** Cover everything if that can be done, and answer whether it is; a failure is announced. */
  seal(): Promise<boolean>
}

/** Create the sealer over what writes checkpoints. */
export function createSealer(deps: {
  readonly checkpoints?: Checkpointer
  readonly events: EventBus
}): Sealer {
  const { checkpoints, events } = deps
  return {
    async advance() {
      await checkpoints?.advance()
    },
    async cover() {
      await checkpoints?.seal()
    },
    async seal() {
      try {
        await checkpoints?.seal()
        return checkpoints !== undefined
      } catch (cause) {
        const { layer, code } = cause as ToolError
        events.emit({ kind: 'denied', layer, code })
        return false
      }
    },
  }
}
