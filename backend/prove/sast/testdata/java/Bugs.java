package shop;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import jakarta.persistence.EntityManager;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Random;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.X509TrustManager;
import javax.script.ScriptEngineManager;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.yaml.snakeyaml.Yaml;

@RestController
class Bugs {
  private Connection connection;
  private JdbcTemplate jdbc;
  private EntityManager entities;
  private final RestTemplate rest = new RestTemplate();

  @GetMapping("/user")
  ResultSet user(@RequestParam String name) throws Exception {
    Statement s = connection.createStatement();
    return s.executeQuery("SELECT * FROM users WHERE name = '" + name + "'"); // bug: aipack.java.sql
  }

  void orders(HttpServletRequest request) {
    String status = request.getParameter("status");
    String sql = String.format("SELECT id FROM orders WHERE status = '%s'", status);
    jdbc.queryForList(sql); // bug: aipack.java.sql
  }

  Object customer(String email) {
    return entities.createQuery("FROM Customer c WHERE c.email = '" + email + "'").getSingleResult(); // bug: aipack.java.sql
  }

  void ping(HttpServletRequest request) throws IOException {
    Runtime.getRuntime().exec("ping -c 1 " + request.getParameter("host")); // bug: aipack.java.command
  }

  @PostMapping("/convert")
  void convert(@RequestParam("from") String from) throws IOException {
    new ProcessBuilder("sh", "-c", "convert " + from + " out.png").start(); // bug: aipack.java.command
  }

  void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.getWriter().println("<h1>Hello " + request.getParameter("name") + "</h1>"); // bug: aipack.java.xss
  }

  void found(HttpServletRequest req, HttpServletResponse resp) throws IOException {
    String q = req.getParameter("q");
    resp.getWriter().write("<p>Nothing found for " + q + "</p>"); // bug: aipack.java.xss
  }

  @GetMapping("/download")
  byte[] download(@RequestParam String file) throws IOException {
    return Files.readAllBytes(Paths.get("/srv/files", file)); // bug: aipack.java.path
  }

  void note(HttpServletRequest request) throws IOException {
    new FileInputStream(new File("notes", request.getParameter("name"))); // bug: aipack.java.path
  }

  Object cart(HttpServletRequest request) throws Exception {
    ObjectInputStream in = new ObjectInputStream(request.getInputStream());
    return in.readObject(); // bug: aipack.java.deserialise
  }

  @PostMapping("/settings")
  Object settings(@RequestBody String body) {
    return new Yaml().load(body); // bug: aipack.java.deserialise
  }

  @GetMapping("/calc")
  Object calc(@RequestParam String term) throws Exception {
    return new ScriptEngineManager().getEngineByName("js").eval(term); // bug: aipack.java.eval
  }

  byte[] hashPassword(String password) throws Exception {
    return MessageDigest.getInstance("MD5").digest(password.getBytes()); // bug: aipack.java.hash
  }

  byte[] hashOf(String password) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    digest.update(password.getBytes()); // bug: aipack.java.hash
    return digest.digest();
  }

  HostnameVerifier any() {
    return (host, session) -> true; // bug: aipack.java.tls
  }

  static class Trusting implements X509TrustManager {
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    public void checkServerTrusted(X509Certificate[] chain, String type) {} // bug: aipack.java.tls

    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @GetMapping("/preview")
  String preview(@RequestParam String url) {
    return rest.getForObject(url, String.class); // bug: aipack.java.ssrf
  }

  void proxy(HttpServletRequest request) throws IOException {
    new URL(request.getParameter("target")).openStream(); // bug: aipack.java.ssrf
  }

  void login(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.sendRedirect(request.getParameter("next")); // bug: aipack.java.redirect
  }

  @GetMapping("/back")
  String back(@RequestParam String to) {
    return "redirect:" + to; // bug: aipack.java.redirect
  }

  String sessionToken(String id) {
    return Jwts.builder().setSubject(id).signWith(SignatureAlgorithm.HS256, "shop-secret-2024").compact(); // bug: aipack.java.jwt
  }

  void security(HttpSecurity http) throws Exception {
    http.csrf(csrf -> csrf.disable()).formLogin(form -> {}); // bug: aipack.java.csrf
  }

  String resetToken() {
    String token = Long.toHexString(new Random().nextLong()); // bug: aipack.java.random
    return token;
  }
}
