import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  readonly id: string;
  readonly [field: string]: string | null;
}

/** As many as the list of orders shows to begin with. */
const columns = [
  'status',
  'merchant_order_no',
  'order_no',
  'customer_name',
  'channel',
  'order_amount',
  'actual_amount',
  'fee',
  'currency',
  'created_at',
  'callback_status',
];

/** The yardstick of a list: React, the rows that the product answered, and a plain table of them. */
function BareRows() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    void fetch('/rows')
      .then((answer) => answer.json())
      .then((answer: { data: { items: Row[] } }) => setRows(answer.data.items));
  }, []);
  return (
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-key={row.id}>
            {columns.map((name) => (
              <td key={name}>{row[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<BareRows />);
