import type { ContractNumber } from '../../contract/reports.ts'
import type { Context } from '../context.ts'

/** All SQL that touches `contract_number`: what people typed in of the contracts with consumers. */
export function contractsIn({ db }: Pick<Context, 'db'>) {
  const columns = 'consumer_id AS consumerId, number, contract_day AS contractDay'
  const all = db.prepare<[], ContractNumber>(`SELECT ${columns} FROM contract_number ORDER BY consumer_id`)
  const one = db.prepare<[number], ContractNumber>(`SELECT ${columns} FROM contract_number WHERE consumer_id = ?`)
  const write = db.prepare<[ContractNumber]>(`
    INSERT INTO contract_number VALUES (@consumerId, @number, @contractDay)
    ON CONFLICT (consumer_id) DO UPDATE SET number = excluded.number, contract_day = excluded.contract_day`)
  const remove = db.prepare<[number]>('DELETE FROM contract_number WHERE consumer_id = ?')

  return {
    contracts: (): ContractNumber[] => all.all(),
    /** The contract with a consumer; null where none was typed in. */
    contractOf: (consumerId: number): ContractNumber | null => one.get(consumerId) ?? null,
    /** An empty number without a day takes the contract away. A consumer that the book does not know fails, by the foreign key. */
    setContract({ consumerId, number, contractDay }: ContractNumber): void {
      if (number.trim() === '' && contractDay === null) remove.run(consumerId)
      else write.run({ consumerId, number: number.trim(), contractDay })
    },
  }
}
