export default function Home() {
  return <p>Nobody has signed yet.</p>;
}
