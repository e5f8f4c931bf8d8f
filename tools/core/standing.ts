/**
 * What stands behind a protocol's contracts here: published bytecode, a model of ours against the real interface, an own
 * contract, a stand-in for a service, nothing on chain, or a protocol that is no more.
 */
export type Standing = 'published' | 'model' | 'own' | 'service' | 'none' | 'dead'
