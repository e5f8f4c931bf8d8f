/** Identity of the account's own PolicyCage and its OwnerGate, as metadata names it. */
export const PROTOCOL = 'cage'
