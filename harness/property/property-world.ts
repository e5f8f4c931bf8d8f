import type { AddressBook } from '../../tools/core/address-book.ts'
import type { StageSetup } from '../run/open-stage.ts'
import type { Stage } from '../run/stage.ts'

/** What a property plays its cases on. */
export interface PropertyWorld {
  readonly book: AddressBook
  /** Reset the fork and open a stage; an earlier stage of the case is closed. */
  open(setup?: StageSetup): Promise<Stage>
}
