/** The cage, in which the spend of a day has no cap. */
export const CAGE_FAULT = {
  file: 'tools/contracts/libraries/Limits.sol',
  find: 'if (total > cap) revert ICageErrors.WindowSpendExceeded(total, cap);',
}
