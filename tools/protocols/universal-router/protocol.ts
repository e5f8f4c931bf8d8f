/** Identity of the protocol, as metadata and decoders name it. */
export const PROTOCOL = 'universal-router'
