/** Identity of the decoder: functions that grant authority, whatever contract has them. */
export const PROTOCOL = 'authority'
