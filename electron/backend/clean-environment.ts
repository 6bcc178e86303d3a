/** Names under which people keep secrets in an environment. */
const SECRET = /PASSWORD|PASSWD|PASSPHRASE|SECRET|CREDENTIAL|TOKEN|(API|ACCESS|PRIVATE|VAULT|ENCRYPTION|SIGNING)_?KEY/i
/** The variables that a desktop hands to a program that it starts, so that its window comes to the front. */
const NO_SECRET = new Set(['XDG_ACTIVATION_TOKEN'])

/** True for a variable that no other program needs to see: `METERBOOK_PASSWORD`, `METERBOOK_VAULT_KEY`, and the like. */
export const isSecretName = (name: string): boolean => SECRET.test(name) && !NO_SECRET.has(name.toUpperCase())

/** The environment for a program or thread that we start: ours without secrets. It can be read there, and is handed on. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecretName(name)))
}

/** Takes the secrets out of this program's own environment, for children that others start in our name. */
export function forgetSecrets(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env).filter(isSecretName)) delete env[name]
}
