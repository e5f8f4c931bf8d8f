import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Fork } from '../chain/fork.ts'
import type { StageSetup } from '../stage/open-stage.ts'
import type { Stage } from '../stage/stage.ts'

/** What a property plays its cases on. */
export interface PropertyWorld {
  readonly book: AddressBook
  /** The fork under the open stage, for looking and acting past the stack. */
  readonly fork: Fork
  /** Reset the fork and open a stage; an earlier stage of the case is closed. */
  open(setup?: StageSetup): Promise<Stage>
}
