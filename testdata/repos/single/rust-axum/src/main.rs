use axum::{response::Html, routing::get, Router};

#[tokio::main]
async fn main() {
    let database = std::env::var("DATABASE_URL").expect("DATABASE_URL is not set");
    let pool = sqlx::PgPool::connect_lazy(&database).expect("a database");
    let app = Router::new()
        .route("/", get(page))
        .route("/health", get(|| async { "ok" }))
        .with_state(pool);
    let listener = tokio::net::TcpListener::bind("0.0.0.0:3000").await.unwrap();
    axum::serve(listener, app).await.unwrap();
}

async fn page() -> Html<String> {
    Html(std::fs::read_to_string("templates/index.html").unwrap_or_default())
}
