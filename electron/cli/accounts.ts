import type { Command } from 'commander'
import { askAtHand } from '../backend/at-hand/client.ts'
import { defaultDataFolder } from '../backend/data-folder.ts'
import type { KeyPlace } from '../backend/vault-key.ts'
import { isSameAccount } from '../contract/account-key.ts'
import { visible } from '../contract/visible.ts'
import type { CommandContext } from './context.ts'
import { EXIT } from './exit.ts'
import { knownHere, vaultHere } from './remembered.ts'

/** `meterbook accounts`: whose password is remembered, and where the key lies that keeps it. Never a secret. */
export function accountsCommand(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('accounts')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  meterbook accounts\nA `meterbook sync` of such an account needs no --url, --email or password.')
    .action(async ({ json }: { json?: boolean }) => {
      const dataFolder = defaultDataFolder(terminal.env)
      const running = await askAtHand(dataFolder)
      const asked = running && (await running.client.accounts().finally(() => running.close()))
      const vault = await vaultHere(dataFolder, terminal.env)
      const remembered = asked?.accounts ?? vault.accounts().filter(({ url }) => /^https?:/i.test(url))
      const known = knownHere(dataFolder).map(({ url, email }) => ({ url, email }))
      const others = known.filter((one) => !remembered.some((other) => isSameAccount(one, other)))
      const accounts = [
        ...remembered.map(({ url, email }) => ({ url, email, remembered: true })),
        ...others.map((one) => ({ ...one, remembered: false })),
      ]
      const keyPlace = asked ? asked.keyPlace : vault.keyPlace
      if (json) {
        terminal.print(JSON.stringify({ accounts, key: keyPlace, running: asked?.host ?? null, commandLineOpens: vault.isOpen }, null, 2))
        return finish(EXIT.done)
      }
      for (const { url, email, remembered: kept } of accounts) {
        terminal.print(`${visible(email)}  ${visible(url)}  ${kept ? 'remembered' : 'not remembered'}`)
      }
      if (accounts.length === 0) terminal.print('No account is known here yet.')
      terminal.print(`Key      ${keyText(keyPlace, vault.isThere)}`)
      terminal.print(`Program  ${asked ? `running (${asked.host}): sync hands its work over to it` : 'not running'}`)
      finish(EXIT.done)
    })
}

function keyText(place: KeyPlace | null, hasVault: boolean): string {
  if (place !== null) return KEY_PLACES[place]
  return hasVault
    ? "not found: there is a vault, and its key is neither in METERBOOK_VAULT_KEY nor in the operating system's keyring"
    : 'none: nothing is remembered on disk'
}

const KEY_PLACES: Record<KeyPlace, string> = {
  environment: 'METERBOOK_VAULT_KEY',
  keyring: "the operating system's keyring",
  shell: 'wrapped by the operating system, for the desktop program alone',
}
