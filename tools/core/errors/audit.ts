import { defineErrors } from './define-errors.ts'

/** Codes of the audit log and its checkpoints. */
export const AUDIT_ERRORS = defineErrors('audit', {
  AUDIT_TAMPERED: {
    message: 'audit log, {where}: expected {expected}, found {found}',
    hint: 'nothing is done on a log that was changed; see `assay audit verify`',
  },
  CHECKPOINTS_CORRUPT: {
    message: 'line {line} of the checkpoints: expected a checkpoint, found {found}',
    hint: 'the file was left as it is; restore it from a copy',
  },
  CHECKPOINT_FAILED: {
    message: 'the checkpoint could not be written: {reason}',
    hint: 'without checkpoints outside nothing is done; mend the place they go to',
  },
})
