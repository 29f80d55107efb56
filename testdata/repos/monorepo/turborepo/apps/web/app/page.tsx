import { money } from '@acme/format';

export default function Page() {
  return <p>Orders are at {process.env.API_URL}; the smallest is {money(5)}.</p>;
}
