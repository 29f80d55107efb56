export const dynamic = 'force-dynamic';

export default function Page() {
  return <p>It is {new Date().getHours() < 12 ? 'morning' : 'afternoon'} in {process.env.CITY ?? 'Berlin'}.</p>;
}
