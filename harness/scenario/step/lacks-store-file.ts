import type { Lack, StepSurroundings } from './define-step.ts'

/** Say that a store has no file, where it has none. */
export const lacksStoreFile = ({ setup }: StepSurroundings): Lack | undefined =>
  setup.store === 'file'
    ? undefined
    : { message: 'a store in memory has no file', hint: 'write store: file above the steps' }
