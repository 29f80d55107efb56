package shop;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import jakarta.persistence.EntityManager;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Map;
import java.util.Random;
import org.apache.commons.io.FilenameUtils;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.util.HtmlUtils;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@RestController
class Clean {
  private static final String TABLE = "orders";
  private static final Map<String, String> FEEDS = Map.of("news", "https://example.org/news");
  private Connection connection;
  private JdbcTemplate jdbc;
  private EntityManager entities;
  private final RestTemplate rest = new RestTemplate();

  @GetMapping("/user")
  void user(@RequestParam String name) throws Exception {
    PreparedStatement s = connection.prepareStatement("SELECT * FROM users WHERE name = ?"); // clean: aipack.java.sql
    s.setString(1, name);
    s.executeQuery(); // clean: aipack.java.sql
  }

  @GetMapping("/orders")
  void orders(@RequestParam String status) {
    jdbc.queryForList("SELECT id FROM orders WHERE status = ?", status); // clean: aipack.java.sql
  }

  Object count() {
    return jdbc.queryForObject("SELECT COUNT(*) FROM " + TABLE, Long.class); // clean: aipack.java.sql
  }

  @GetMapping("/order/{id}")
  Object order(@PathVariable long id) {
    return jdbc.queryForList("SELECT * FROM orders WHERE id = " + id); // clean: aipack.java.sql
  }

  Object customer(String email) {
    return entities.createQuery("FROM Customer c WHERE c.email = :email").setParameter("email", email).getSingleResult(); // clean: aipack.java.sql
  }

  void ping(HttpServletRequest request) throws IOException {
    new ProcessBuilder("ping", "-c", "1", request.getParameter("host")).start(); // clean: aipack.java.command
  }

  void build() throws IOException {
    Runtime.getRuntime().exec("make all"); // clean: aipack.java.command
  }

  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.getWriter().println("<h1>Hello " + HtmlUtils.htmlEscape(request.getParameter("name")) + "</h1>"); // clean: aipack.java.xss
  }

  void fixed(HttpServletResponse response) throws IOException {
    response.getWriter().println("<h1>Hello</h1>"); // clean: aipack.java.xss
  }

  @GetMapping("/download")
  byte[] download(@RequestParam String file) throws IOException {
    return Files.readAllBytes(Paths.get("/srv/files", FilenameUtils.getName(file))); // clean: aipack.java.path
  }

  String config(String name) throws IOException {
    return Files.readString(Path.of("/etc/shop", name)); // clean: aipack.java.path
  }

  Object cached(File file) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(file))) {
      return in.readObject(); // clean: aipack.java.deserialise
    }
  }

  @PostMapping("/settings")
  Object settings(@RequestBody String body) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(body); // clean: aipack.java.deserialise
  }

  byte[] etag(byte[] body) throws Exception {
    return MessageDigest.getInstance("MD5").digest(body); // clean: aipack.java.hash
  }

  String hashPassword(String password) {
    return new BCryptPasswordEncoder().encode(password); // clean: aipack.java.hash
  }

  @GetMapping("/feed")
  String feed(@RequestParam String feed) {
    return rest.getForObject(FEEDS.get(feed), String.class); // clean: aipack.java.ssrf
  }

  @GetMapping("/weather")
  String weather(@RequestParam String city) {
    return rest.getForObject("https://weather.example.org/?city={city}", String.class, city); // clean: aipack.java.ssrf
  }

  void own() throws IOException {
    new URL("https://example.org/status").openStream(); // clean: aipack.java.ssrf
  }

  void done(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.sendRedirect("/orders?saved=" + request.getParameter("id")); // clean: aipack.java.redirect
  }

  @GetMapping("/again")
  String again(@RequestParam String id) {
    return "redirect:/orders/" + id; // clean: aipack.java.redirect
  }

  String sessionToken(String id, byte[] key) {
    return Jwts.builder().setSubject(id).signWith(Keys.hmacShaKeyFor(key)).compact(); // clean: aipack.java.jwt
  }

  void security(HttpSecurity http) throws Exception {
    http.csrf(csrf -> csrf.ignoringRequestMatchers("/hooks/**")).formLogin(form -> {}); // clean: aipack.java.csrf
  }

  String resetToken() {
    byte[] b = new byte[32];
    new SecureRandom().nextBytes(b);
    String token = java.util.HexFormat.of().formatHex(b); // clean: aipack.java.random
    return token;
  }

  int dice() {
    return new Random().nextInt(6) + 1; // clean: aipack.java.random
  }
}
