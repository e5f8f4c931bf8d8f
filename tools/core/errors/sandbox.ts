import { defineErrors } from './define-errors.ts'

/** Codes of the sandbox of untrusted tools. */
export const SANDBOX_ERRORS = defineErrors('sandbox', {
  SANDBOX_MODULE_CHANGED: {
    message: 'module of {tool} has SHA-256 {found}, pinned {expected}',
    hint: 'the module is not the one that was reviewed; the owner has to review it',
  },
  SANDBOX_MODULE_REJECTED: {
    message: 'module of {tool} is not accepted: {problem}',
    hint: 'build it for WebAssembly 1.0 with one exported memory',
  },
  SANDBOX_IMPORT_NOT_ALLOWED: {
    message: 'module of {tool} imports {imports}, which the sandbox does not offer',
    hint: 'import only the functions of the host module, with their types',
  },
  SANDBOX_FUEL_EXHAUSTED: {
    message: '{tool} used up its fuel of {expected}',
    hint: 'try again with a smaller request',
  },
  SANDBOX_TIMED_OUT: {
    message: '{tool} took longer than {expected} ms',
    hint: 'try again with a smaller request',
  },
  SANDBOX_TRAPPED: {
    message: '{tool} trapped: {reason}',
    hint: 'this is a defect of the module; use another tool',
  },
  SANDBOX_POINTER_OUT_OF_RANGE: {
    message: '{tool} gave {place} a range outside of its memory or input',
    hint: 'this is a defect of the module; use another tool',
  },
  SANDBOX_TOO_LARGE: {
    message: '{subject} has {found} bytes, {tool} is allowed {expected}',
    hint: 'try again with a smaller request',
  },
  SANDBOX_OUTPUT_REJECTED: {
    message: '{tool} answered something that may not leave the sandbox: {problem}',
    hint: 'this is a defect of the module; use another tool',
  },
  SANDBOX_REQUEST_NOT_ALLOWED: {
    message: '{tool} asks for the action {kind}, it may ask for: {expected}',
    hint: 'its registration names the actions that it may ask for',
  },
  SANDBOX_SPEND_EXCEEDED: {
    message:
      'what {tool} asks for would spend {found:usdc} in {span}, its registration allows {expected:usdc}',
    hint: 'ask for less; the owner bounds what an untrusted tool may ask for',
  },
  SANDBOX_TOLERANCE_EXCEEDED: {
    message: '{tool} asks for a tolerance of {found:int} bps, its registration allows {expected:int} bps',
    hint: 'ask for a narrower one; the owner bounds what an untrusted tool may ask for',
  },
  SANDBOX_NO_REQUEST: {
    message: '{tool} asks for no action',
    hint: 'read its answer; there is nothing to preview',
  },
  SANDBOX_FAILED: {
    message: 'the sandbox ended {tool}: {reason}',
    hint: 'nothing it answered was used',
  },
})
